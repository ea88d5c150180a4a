"""What a player is given: a training or an encoding as a lesson."""
