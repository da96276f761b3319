-- A batch is sent whole, its COMMIT behind its statements: where the books are not as they were read it must fail
-- on the server, before that COMMIT is run. The state is of class 23, integrity constraint violation.
CREATE FUNCTION expect_rows(what text, expected bigint, counted bigint) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  IF counted <> expected THEN
    RAISE EXCEPTION '%: % of % rows are as they were read', what, counted, expected USING ERRCODE = '23N01';
  END IF;
END;
$$;

REVOKE EXECUTE ON FUNCTION expect_rows(text, bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expect_rows(text, bigint, bigint) TO nsimbi_service;
