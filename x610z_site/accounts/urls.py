"""Addresses of the people room."""

from django.urls import path

from . import account_views, mail_views, passkey_views, step_views, token_views, views

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="login"),
    path("sign-out/", views.SignOut.as_view(), name="logout"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("me/", views.profile, name="profile"),
    path("sign-in/code/", step_views.code, name="code"),
    path("sign-in/passkey/", passkey_views.passkey_sign_in, name="passkey_sign_in"),
    path("sign-in/passkey/options/", passkey_views.passkey_options, name="passkey_options"),
    path("recover/", step_views.recover, name="recover"),
    path("office/recovery/", step_views.office_recovery, name="office_recovery"),
    path("me/recovery/stop/", step_views.stop_recovery, name="stop_recovery"),
    path("me/account/second-step/", step_views.second_step_page, name="second_step"),
    path("me/account/mail/", mail_views.address, name="mail"),
    path("mail/confirm/", mail_views.confirm, name="mail_confirm"),
    path("forgotten/", mail_views.forgotten, name="forgotten"),
    path("forgotten/new/", mail_views.reset, name="reset"),
    path("me/account/passkeys/", passkey_views.passkeys_page, name="passkeys"),
    path("me/account/tokens/", token_views.tokens_page, name="tokens"),
    path("me/account/", account_views.account, name="account"),
    path("me/invitations/<int:number>/", views.invitation, name="invitation"),
    path("link/", views.personal_link, name="link"),
    path("t/<slug:slug>/desk/links/", views.links, name="links"),
    path("t/<slug:slug>/desk/recovery/", step_views.desk_recovery, name="desk_recovery"),
]
