"""What people read and make between the days: news, the newsletter. Above tournaments, which know nothing of it."""
