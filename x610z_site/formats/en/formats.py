"""English formats: a hall runs on 24-hour time in every language."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j-n-Y"
SHORT_DATETIME_FORMAT = "j-n-Y H:i"
FIRST_DAY_OF_WEEK = 1
