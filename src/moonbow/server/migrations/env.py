"""How Alembic reaches the database."""

from alembic import context
from sqlalchemy import create_engine, pool

from moonbow.server.store import METADATA

engine = create_engine(
    context.config.get_main_option("sqlalchemy.url") or "", poolclass=pool.NullPool
)
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=METADATA, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
