"""What a shell needs: arguments, parser tree, help, output, cloud files, cache."""
