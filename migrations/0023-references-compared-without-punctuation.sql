-- A deposit slip is booked once, however it is typed: SLIP-1, slip-1 and "SLIP 1" are one. Each booking has its reference in
-- a comparable form beside the one that was typed, and that form is unique.
--
-- References that were booked several times before, under different spellings, stay booked: the first booking has the
-- comparable form, so that every spelling is refused from now on, and the later ones have none. They are listed by
--   SELECT * FROM nsimbi.adjustment_claim WHERE reference_key IS NULL;
-- A program that is older than this and still runs compares the typed reference only; the index refuses what it misses.
--
-- Steps: a function; a column, filled in one statement, with an index and a trigger that fills it; an index replaced. The
-- tables have a row for each top-up, correction and float booking and none for payments: milliseconds, under a lock that only
-- these bookings wait for.

-- Letters and digits, ASCII letters in lower case and full-width ones as ASCII; a reference without any is compared as it is. The
-- ranges leave out the punctuation of ASCII, Latin-1 and the full-width forms, general punctuation, the minus sign, CJK punctuation
-- and the byte-order mark. The same as `comparableReference` in src/ledger/plan/state.ts. Independent of the collations and of the
-- version of Unicode that a server has, which is why it does not use normalize(): its result changes when characters are added.
CREATE FUNCTION comparable_reference(reference text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(
    nullif(
      lower(
        regexp_replace(
          translate(
            reference,
            '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
            '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
          ),
          '[^0-9A-Za-z\u00C0-\u1FFF\u2070-\u2211\u2213-\u2FFF\u3040-\uFEFE\uFF66-\uFFFF\U00010000-\U0010FFFF]', '', 'g'
        ) COLLATE "C"
      ),
      ''
    ),
    reference
  )
$$;
REVOKE EXECUTE ON FUNCTION comparable_reference(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION comparable_reference(text) TO nsimbi_service, nsimbi_reader;

ALTER TABLE adjustment_claim ADD COLUMN reference_key text COLLATE "C";
COMMENT ON COLUMN adjustment_claim.reference_key IS
  'The external reference as comparable_reference() makes it. NULL for a later booking of the same reference in another spelling, '
  'which was possible before migration 23.';

UPDATE adjustment_claim AS claim SET reference_key = comparable_reference(external_reference)
 WHERE NOT EXISTS (
   SELECT FROM adjustment_claim AS earlier
    WHERE earlier.mode = claim.mode AND earlier.transaction_id < claim.transaction_id
      AND comparable_reference(earlier.external_reference) = comparable_reference(claim.external_reference));

CREATE UNIQUE INDEX adjustment_claim_once ON adjustment_claim (mode, reference_key);

CREATE FUNCTION set_reference_key() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  NEW.reference_key := comparable_reference(NEW.external_reference);
  RETURN NEW;
END;
$$;
REVOKE EXECUTE ON FUNCTION set_reference_key() FROM PUBLIC;

CREATE TRIGGER reference_has_its_key BEFORE INSERT ON adjustment_claim FOR EACH ROW EXECUTE FUNCTION set_reference_key();

DROP INDEX adjustment_proposal_of_reference;
CREATE INDEX adjustment_proposal_of_reference ON adjustment_proposal (mode, comparable_reference(external_reference));
