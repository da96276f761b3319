-- The simulated operators' books, the budget of queries, and the callbacks that wait for a query.
--
-- Steps: the simulator's payments; queries asked per operator account and second; a counter on submission, added with
-- a constant default, which rewrites nothing and locks the table for an instant; privileges.

-- What the simulated operators know. Theirs, not ours: the ledger never reads it, only their connector does. What is
-- true of a payment at a moment follows from these columns and the clock alone.
CREATE TABLE simulator_payment (
  reference text COLLATE "C" PRIMARY KEY,
  payment_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  operator text COLLATE "C" NOT NULL,
  direction text COLLATE "C" NOT NULL CHECK (direction IN ('collection', 'payout')),
  phone text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  description text,
  merchant_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Until when the virtual handset can answer; null where no handset is asked.
  prompt_until timestamptz(3),
  decision text COLLATE "C" CHECK (decision IN ('approve', 'decline')),
  decided_at timestamptz(3),
  CONSTRAINT decision_and_time_together CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CONSTRAINT decision_only_when_prompted CHECK (decision IS NULL OR prompt_until IS NOT NULL)
);
CREATE INDEX simulator_prompt ON simulator_payment (payment_id) WHERE prompt_until IS NOT NULL AND decision IS NULL;
-- What a phone on the virtual handset was told, newest first.
CREATE INDEX simulator_payment_of_phone ON simulator_payment (phone, payment_id);

-- How many queries every process together asked of an operator account in a second, and how many payments were met
-- there for the first time as not found. Rows older than an hour are removed.
CREATE TABLE query_budget (
  operator_account_id integer NOT NULL,
  second bigint NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  granted integer NOT NULL DEFAULT 0,
  newly_not_found integer NOT NULL DEFAULT 0,
  PRIMARY KEY (operator_account_id, second)
) WITH (fillfactor = 50);

-- Callbacks that came since the last query was planned. A query that ends while a new callback came leaves it due.
ALTER TABLE submission ADD COLUMN hints integer NOT NULL DEFAULT 0;

GRANT SELECT ON simulator_payment, query_budget TO nsimbi_service, nsimbi_reader;
GRANT INSERT ON simulator_payment, query_budget TO nsimbi_service;
GRANT UPDATE (decision, decided_at) ON simulator_payment TO nsimbi_service;
GRANT UPDATE (taken, granted, newly_not_found) ON query_budget TO nsimbi_service;
GRANT DELETE ON query_budget TO nsimbi_service;
