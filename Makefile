# What people do every day. `make` alone lists it.
PYTHON := .venv/bin/python

.PHONY: help run test nightly durations lint format types demo bench fuzz games faults referee races guards event-machine federation season scenarios queries drill storm tables signins hostile soak memory benchmarks-small upgrade-drill old-tests newsletter nodes two-databases deploy-files objects look states sbom pin-images wheels figures contract lock recorder offline shell clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: ## start the site with its demo
	./run

test: ## check everything and run the tests of the day
	./test

nightly: ## every test at length on both databases, then the campaigns of tests/nightly.toml (docs/tests.md)
	nice ./test --night

durations: ## the tests of the day and the long ones, after which tests/durations.json says what takes how long
	./test --measure

lint: ## lint and import contracts
	$(PYTHON) -m ruff check .
	.venv/bin/djangofmt check templates
	$(PYTHON) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

format: ## format code and templates, and mend what the linters can
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .
	.venv/bin/djangofmt check --fix --quiet templates
	.venv/bin/djangofmt --quiet templates

types: ## check the types
	$(PYTHON) -m mypy

demo: ## start over with a fresh demo
	./run --fresh

bench: ## run every benchmark with its yardstick (but the soak, which takes an hour: make soak)
	@for file in $(filter-out benchmarks/soak.py,$(wildcard benchmarks/[a-z]*.py)); do echo "== $$file"; $(PYTHON) -m "benchmarks.$$(basename "$$file" .py)" || exit 1; done

benchmarks-small: ## every benchmark once, small: finds one that no longer runs (ARGS="storm pages")
	nice $(PYTHON) -m benchmarks.drills.small $(ARGS)

fuzz: SECONDS := 720
fuzz: ## coverage-guided fuzzing of all that is handed in (SECONDS=720 for each of five kinds), then longer property tests
	nice $(PYTHON) -m benchmarks.drills.inside benchmarks.fuzz --seconds $(SECONDS)
	HYPOTHESIS_PROFILE=fuzz nice ./test tests/rules_engine tests/tournaments

games: N := 10000
games: ## random games of every mode, none of which may be called illegal (N=10000, START=0, ACTIONS=0, JOBS=2, GAME=zx)
	$(PYTHON) -m benchmarks.engine_campaign games --game $(or $(GAME),x610z) -n $(N) --start $(or $(START),0) --actions $(or $(ACTIONS),0) --jobs $(or $(JOBS),2)

faults: N := 2000
faults: ## single faults in logs, each of which must be found or harmless (N=2000, START=0, JOBS=2, GAME=zx)
	$(PYTHON) -m benchmarks.engine_campaign faults --game $(or $(GAME),x610z) -n $(N) --start $(or $(START),0) --jobs $(or $(JOBS),2)

referee: N := 400
referee: ## a second referee judges random games line by line beside the engine (N=400 games of each kind, START=0 or fresh, GAME=zx, KEEP=--keep)
ifeq ($(GAME),zx)
	set -e; for kind in compare settled quick texts hidden shifts ruled overboosts said faults payments; do \
		nice $(PYTHON) -m tests.referee_zx $$kind --games $(N) --seed $(or $(START),0) $(KEEP); done
else
	nice $(PYTHON) -m tests.referee compare --games $(N) --seed $(or $(START),0) $(KEEP)
	nice $(PYTHON) -m tests.referee announce --games $(N) --seed $(or $(START),0) --length 80 $(KEEP)
	nice $(PYTHON) -m tests.referee hidden --games $(N) --seed $(or $(START),0) $(KEEP)
	nice $(PYTHON) -m tests.referee read --games $(or $(TEXTS),1000) --seed $(or $(START),0) $(KEEP)
endif

mutants: ARGS :=
mutants: ## break the pure packages one change at a time (ARGS="pairing --sample 300")
	nice -n 19 $(PYTHON) -m tests.mutation $(ARGS)

races: N := 1000
races: ## every race N times on PostgreSQL (N=1000)
	RACES=$(N) ./test tests/races

event-machine: ## whole events driven at random beside a plain model of them (RUNS=200, STEPS=60)
	EVENT_RUNS=$(or $(RUNS),200) EVENT_STEPS=$(or $(STEPS),60) nice ./test tests/tournaments/scenarios/test_event_machine.py

federation: ## the pages of 5,000 organizations, 200,000 people and 2,000,000 entries (ARGS="--factor 0.1 --times 9")
	nice $(PYTHON) -m benchmarks.federation $(ARGS)

season: ## a long season of every kind of event, everything checked after every command (EVENTS=40 of each kind)
	SEASON_EVENTS=$(or $(EVENTS),40) nice ./test tests/tournaments/scenarios/test_season.py

scenarios: ## the event days of docs/scenarios.md at length: races fifty times, every report by phone, then the measured day
	RACES=50 SCENARIOS=long nice ./test tests/tournaments/scenarios
	nice $(PYTHON) -m benchmarks.large_day

queries: ## every page needs as many queries for 1,024 players as for 16 (PLAYERS="16 1024")
	QUERY_PLAYERS="$(or $(PLAYERS),16 1024)" nice ./test tests/tournaments/display/test_queries.py

drill: ## backup and restore by the steps of docs/operations.md, on real servers (ARGS=--short)
	nice $(PYTHON) -m benchmarks.drills.restore $(ARGS)

upgrade-drill: ## upgrade and roll-back under traffic, from the last release (ARGS="--previous REF")
	nice $(PYTHON) -m benchmarks.drills.upgrade $(ARGS)

old-tests: ## the last release's tests on the tables of this code, and this code on its data (ARGS="--previous REF PATHS")
	nice $(PYTHON) -m benchmarks.drills.old_release $(ARGS)

storm: ## every phone at once, through the proxy (ARGS="--phones 2000 --seconds 30")
	nice -n 2 $(PYTHON) -m benchmarks.storm $(ARGS)

tables: ## every table records its game while one device floods, through the proxy (ARGS="--tables 226 --seconds 60")
	nice -n 2 $(PYTHON) -m benchmarks.tables $(ARGS)

look: ## every kind of page of the running demo in every dress: axe, width, weight, first paint (ARGS="http://… --quick")
	nice $(PYTHON) -m benchmarks.drills.look $(ARGS)

states: ## every state of the recorder of both games, pictured in every dress: axe, width, cut words (ARGS="--only sign")
	nice $(PYTHON) -m benchmarks.drills.states $(ARGS)

signins: ## everybody signs in from one address, while somebody guesses passwords (ARGS="--people 2000 --seconds 300")
	nice $(PYTHON) -m benchmarks.signins $(ARGS)

hostile: ## logs made to harm, while others read their pages (ARGS="--seconds 6 --blocks 8")
	nice $(PYTHON) -m benchmarks.hostile $(ARGS)

soak: ## an hour under load: no process may grow (ARGS="--minutes 60 --rate 12")
	nice $(PYTHON) -m benchmarks.soak $(ARGS)

memory: ## what one result costs in memory, in Redis and in the processes (ARGS="--players 452 --results 200")
	nice $(PYTHON) -m benchmarks.memory $(ARGS)

newsletter: ## a newsletter to 10,000 addresses through a mail server of this machine, its workers killed three times (ARGS="--addresses 400")
	nice $(PYTHON) -m benchmarks.drills.newsletter $(ARGS)

two-databases: ## tournaments on two databases, one of which dies: what goes on, and what knows only half
	nice $(PYTHON) -m benchmarks.drills.two_databases

nodes: ## two of everything: one of each is killed under traffic
	nice $(PYTHON) -m benchmarks.drills.nodes

deploy-files: ## compose files and Kubernetes files, read by the programs that they are for (needs kubectl)
	$(PYTHON) -m benchmarks.drills.inside benchmarks.drills.deploy_files

objects: ## pictures in object storage: two page nodes, an S3 server, which falls silent
	nice $(PYTHON) -m benchmarks.drills.inside benchmarks.drills.objects

contract: N := 200
contract: ## the API held against its own schema (N=200 examples for each operation and kind of data)
	nice $(PYTHON) -m benchmarks.drills.inside benchmarks.drills.contract -n $(N)

wheels: ## the rules engine, and pairing with standings and simulator, as wheels in var/wheels
	$(PYTHON) -m x610z_site.services.wheels

pin-images: ## pin the images of the deployment files by the digests of their registry (needs the network)
	$(PYTHON) -m tests.site.images

sbom: ## every part of a running site with digests and licence as CycloneDX, in var/sbom.json
	$(PYTHON) -m x610z_site.services.sbom

figures: ## make docs/reliability.md out of the kept figures
	$(PYTHON) -m benchmarks.kept

lock: ## pin and hash the requirements again (needs uv)
	@for set in runtime embedded payments test npm drills objects; do \
		(cd requirements && uv pip compile $$set.in --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet --output-file $$set.txt) || exit 1; \
	done

shell: ## Django's shell on the data of ./run
	$(PYTHON) manage.py shell

recorder: ## the recording screen at length: sixty planted faults and their twins, games of 150 lines, taps and speed at both sizes, the engine of the browser
	RECORDER_FAULTS=60 ./test tests/browser/test_recorder_faults.py
	RECORDER_LINES=150 ./test tests/browser/test_recorder.py tests/browser/test_recorder_table.py tests/browser/test_recorder_zx.py
	$(PYTHON) -m benchmarks.recorder --all
	$(PYTHON) -m benchmarks.choices

offline: ## fetch the rules engine's runtime for browsers now (./run does it behind the running site)
	$(PYTHON) -m x610z_site.offline.fetch

clean: ## throw away the environment, the data and the caches
	rm -rf .venv var .mypy_cache .ruff_cache .hypothesis .import_linter_cache

guards: ## take every access check away in turn; the access matrix must notice each (ROOMS=organizations,money)
	GUARDS=$(ROOMS) nice $(PYTHON) -m pytest tests/security/guards.py -q -s --show-capture=no
