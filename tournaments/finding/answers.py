"""What the organizations ask of finding: that their events are found by what is now true."""

from tournaments.organizations import questions as of_organizations

from .listing_services import listings_make_of

of_organizations.found_anew.answered_by(listings_make_of)
