"""Addresses of the people room."""

from django.urls import path

from . import views

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", views.SignOut.as_view(), name="sign_out"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("link/<str:token>/", views.personal_link, name="personal_link"),
]
