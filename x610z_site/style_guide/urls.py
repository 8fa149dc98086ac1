"""Addresses of the style guide."""

from django.urls import path

from x610z_site.style_guide import views

urlpatterns = [
    path("style/", views.style_guide, name="style_guide"),
    path("style/steps/<int:first>-<int:last>.json", views.style_guide_steps, name="style_guide_steps"),
]
