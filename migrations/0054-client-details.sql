-- phase: expand; oldest program: 0.2.0
-- Who a client is in law: the registered name, the address and the taxpayer identification number (TIN), which its statements print. A program
-- older than this prints the name of the client alone.
--
-- Steps: three columns without a default, which rewrite nothing, on a small table; privileges.

ALTER TABLE client
  ADD COLUMN legal_name text CONSTRAINT legal_name_is_short CHECK (length(legal_name) BETWEEN 1 AND 200),
  ADD COLUMN address text CONSTRAINT address_is_short CHECK (length(address) BETWEEN 1 AND 300),
  -- Ten digits, as the Uganda Revenue Authority issues them.
  ADD COLUMN tin text CONSTRAINT tin_has_ten_digits CHECK (tin ~ '^[0-9]{10}$');

GRANT UPDATE (legal_name, address, tin) ON client TO nsimbi_service;
