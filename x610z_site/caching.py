"""A Redis cache that is allowed to be away, or full; and a shelf in each process, bounded by its weight."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, ClassVar

import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

AWAY_SECONDS = 5.0
UNSAID = 10_000
"""Bytes that count for a thing on the shelf that does not say its weight."""


class ForgivingRedisClient(RedisCacheClient):
    """Answers as an empty cache while Redis does not answer, and asks again after AWAY_SECONDS.

    A Redis that answers but refuses (it is full, or only reads) is asked again at once: what it holds it still gives.
    Only pages and counters that can be computed again live in the cache, so a miss is always a correct answer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._away_until = 0.0

    def _forgive(self, name: str, empty: object, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < self._away_until:
            return empty
        try:
            return getattr(super(), name)(*args, **kwargs)
        except (redis.ConnectionError, redis.TimeoutError):
            self._away_until = time.monotonic() + AWAY_SECONDS
            return empty
        except redis.RedisError:
            return empty

    def add(self, key: object, value: object, timeout: object) -> bool:
        """Store if absent; False when away."""
        return bool(self._forgive("add", False, key, value, timeout))

    def get(self, key: object, default: Any) -> Any:
        """The value, or `default` when absent or away."""
        return self._forgive("get", default, key, default)

    def set(self, key: object, value: object, timeout: object) -> None:
        """Store; nothing happens when away."""
        self._forgive("set", None, key, value, timeout)

    def touch(self, key: object, timeout: object) -> bool:
        """Give a key more time; False when away."""
        return bool(self._forgive("touch", False, key, timeout))

    def delete(self, key: object) -> bool:
        """Remove a key; False when away."""
        return bool(self._forgive("delete", False, key))

    def get_many(self, keys: object) -> dict[Any, Any]:
        """The values found; none when away."""
        return dict(self._forgive("get_many", {}, keys))

    def has_key(self, key: object) -> bool:
        """Whether the key is there; False when away."""
        return bool(self._forgive("has_key", False, key))

    def incr(self, key: object, delta: int) -> int:
        """Count up; when away, as if this were the first count."""
        return int(self._forgive("incr", delta, key, delta))

    def set_many(self, data: object, timeout: object) -> None:
        """Store several; nothing happens when away."""
        self._forgive("set_many", None, data, timeout)

    def delete_many(self, keys: object) -> None:
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


class WeighedCache(LocMemCache):
    """The cache under the shelf of display: what one process keeps, handed out as it lies there; nobody may change it.

    Django's cache in memory copies what it is given, each time it is asked for; for the places of a large hall that
    costs more than the page that shows one of them. What is kept says as ``weight`` about how many bytes it takes.
    Above ROOM bytes what was asked for longest ago goes, so a process grows to that and no further.
    """

    _weights: ClassVar[dict[str, dict[str, int]]] = {}
    # What Django's own class is made of; the stubs do not say.
    _cache: OrderedDict[str, object]
    _expire_info: dict[str, float | None]
    _lock: Lock
    _set: Callable[[str, object, float | None], None]
    _has_expired: Callable[[str], bool]
    _delete: Callable[[str], bool]

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self.room = int(params["OPTIONS"]["ROOM"])
        self._weight = self._weights.setdefault(name, {})

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The thing itself, or `default`."""
        place = self.make_key(key, version)
        with self._lock:
            if self._has_expired(place):
                self._delete(place)
                return default
            self._cache.move_to_end(place, last=False)
            return self._cache[place]

    def set(
        self, key: str, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Keep it, in the place of what lay there, and let go of what is too much."""
        place = self.make_key(key, version)
        with self._lock:
            self._set(place, value, timeout)
            self._weight[place] = getattr(value, "weight", UNSAID)
            while self._held() > self.room:
                oldest, _thing = self._cache.popitem()
                del self._expire_info[oldest]

    def held(self) -> int:
        """Bytes of what lies here, as far as it said."""
        with self._lock:
            return self._held()

    def _held(self) -> int:
        if len(self._weight) > len(self._cache):
            for place in self._weight.keys() - self._cache.keys():
                del self._weight[place]
        return sum(self._weight.values())
