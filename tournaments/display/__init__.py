"""What the hall sees: public pages, big screens, print and the drawn board."""
