"""What makes and checks the app, and is no part of it."""
