"""A Redis cache that is allowed to be away, or full."""

import time
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

AWAY_SECONDS = 5.0


class ForgivingRedisClient(RedisCacheClient):
    """Answers as an empty cache while Redis does not answer, and asks again after AWAY_SECONDS.

    A Redis that answers but refuses (it is full, or only reads) is asked again at once: what it holds it still gives.
    Only pages and counters that can be computed again live in the cache, so a miss is always a correct answer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._away_until = 0.0

    def _forgive(self, name: str, empty: Any, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self._away_until:
            return empty
        try:
            return getattr(super(), name)(*args, **kwargs)
        except (redis.ConnectionError, redis.TimeoutError):
            self._away_until = time.monotonic() + AWAY_SECONDS
            return empty
        except redis.RedisError:
            return empty

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        """Store if absent; False when away."""
        return bool(self._forgive("add", False, key, value, timeout))

    def get(self, key: Any, default: Any) -> Any:
        """The value, or `default` when absent or away."""
        return self._forgive("get", default, key, default)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        """Store; nothing happens when away."""
        self._forgive("set", None, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        """Give a key more time; False when away."""
        return bool(self._forgive("touch", False, key, timeout))

    def delete(self, key: Any) -> bool:
        """Remove a key; False when away."""
        return bool(self._forgive("delete", False, key))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """The values found; none when away."""
        return dict(self._forgive("get_many", {}, keys))

    def has_key(self, key: Any) -> bool:
        """Whether the key is there; False when away."""
        return bool(self._forgive("has_key", False, key))

    def incr(self, key: Any, delta: int) -> int:
        """Count up; when away, as if this were the first count."""
        return int(self._forgive("incr", delta, key, delta))

    def set_many(self, data: Any, timeout: Any) -> None:
        """Store several; nothing happens when away."""
        self._forgive("set_many", None, data, timeout)

    def delete_many(self, keys: Any) -> None:
        """Remove several; nothing happens when away."""
        self._forgive("delete_many", None, keys)

    def clear(self) -> bool:
        """Empty the cache; False when away."""
        return bool(self._forgive("clear", False))


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache with ForgivingRedisClient inside."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingRedisClient
