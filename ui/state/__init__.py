"""What a learner has chosen, and what describes the pages that it is chosen on."""
