"""Tables in the browser: HTTP, WebSocket, database, clocks, bot seats."""
