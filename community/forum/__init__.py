"""The forum beside the site, a Discourse of one's own: who signs in there by us, and what it is told of them.

No forum code of ours: it speaks DiscourseConnect and the forum's API, and shows nothing while no forum is set.
"""
