-- Which columns of an operator's statement mean what, as a person mapped them on the reconciliation page: one row for each
-- operator, used for every later statement of it until it is mapped again or forgotten. `columns` has the form of a file for
-- `nsimbi reconcile --columns` (src/settlement/reconcile/columns-file.ts).
--
-- Steps: a new table, privileges. Nothing that exists is touched, so nothing busy waits.

CREATE TABLE statement_columns (
  operator text COLLATE "C" PRIMARY KEY CHECK (operator IN ('mtn', 'airtel')),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'object'),
  mapped_by text NOT NULL,
  mapped_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

GRANT SELECT ON statement_columns TO nsimbi_service, nsimbi_reader;
GRANT INSERT, DELETE, UPDATE (columns, mapped_by, mapped_at) ON statement_columns TO nsimbi_service;
