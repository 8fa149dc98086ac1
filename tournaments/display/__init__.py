"""What the hall sees: public pages, big screens, print and the drawn board.

When a round is published, 2,000 phones ask for the same pages in the same seconds, so nothing is made twice.
Five words:

*shelf*
    where a process keeps what it made for all its readers (`shelf.py`). Every kind of thing has one door,
    ``Shelf.get(key, version, make, stamp=...)``: the public version of the tournament says whether a thing is still
    good, the stamp whether it rests on anything that changed with the version.
*hole*
    what stands in such a thing where something of one reader is filled in: a name, a number, the token of a form, the
    time (`holes.py`). So nothing of a person can lie on the shelf.
*piece*
    the text between two holes, compressed once; a `Page` of pieces leaves as one gzip body in which what is a reader's
    own is stored as it is (`page_pieces.py`). Pages for everybody leave whole (`whole_pages.py`), in front of sessions.
*frame*
    the page of somebody signed in without its content: head, menus, tabs, foot, the same for all with the same rights
    (`frames.py`). The content is one more hole.
*mould*
    a part of a player's own screen rendered once for each shape, with holes for names and numbers (`moulds.py`). A view
    model says which of its fields are open; all others are the shape (`own_screen.py`).

Parts that every process needs (tables, standings) lie in the cache that all processes share, too (`cache.py`).
"""
