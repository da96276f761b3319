/** What each rule of the audit demands, in a sentence, by subject. docs/audit.md shows them; a test compares the two. */
export const rulesBySubject = {
  'Wallets and transfers': {
    wallet_balance_is_its_transfers: 'The available balance of a wallet is the sum of its transfers.',
    entries_have_no_gap: 'The transfers of a wallet are numbered from 1 without a gap, up to the number on the wallet.',
    balance_after_follows_the_chain:
      'Each transfer of a wallet shows the balance that the transfers up to it add up to.',
    held_is_its_open_payouts:
      'What a wallet holds is the sum of its outgoing transactions that are pending or processing.',
    day_out_is_its_payouts:
      'What left a wallet on its day is the sum of the payments and withdrawals of that day that have not failed.',
    wallet_days_are_their_transactions:
      'The figures of the days of a wallet that is counted are its transactions that ended on these days, and it is not counted beyond its events.',
    transfer_has_its_transaction: 'Each transfer belongs to a transaction that exists.',
    transfer_stays_in_its_wallet:
      'A transfer moves money between its own wallet and accounts of the same mode, or between such accounts.',
    transfers_are_of_their_moments:
      'The first transfer of a transaction that moves money when it is opened has the time of its creation.',
  },
  Transactions: {
    shown_transaction_matches_its_transfers:
      'Amount, fee and net amount of a transaction are what its transfers moved.',
    fee_is_in_its_account: 'A fee is booked in the fee account of its mode and type of transaction.',
    fee_is_of_its_schedule:
      'A fee is what the fee schedule that the transaction names gives for its amount; the schedule is of its operation and client, and was in force within a minute of its creation, or of the creation of the quote that it names.',
    quoted_payment_is_as_quoted:
      'A payment that names a quote has its wallet, phone, operator, amounts, fee and fee schedule, as long as the quote is kept.',
    sent_and_received_pair:
      'Each completed payment between wallets has one received transaction of the same wallets, amount and time, and the reverse.',
    internal_payment_passes_clearing:
      'A payment between wallets moves its net amount through the clearing account, on both sides.',
    open_payment_is_owed: 'A processing transaction has a submission, a pending one an approval.',
    owed_payment_is_open:
      'A submission or an approval belongs to an open transaction, or to an ended one that is queried again.',
    refunds_fit_their_collection:
      'The refunds of a collection that took effect are together at most its amount, and go to its payer.',
    refund_has_its_claim: 'A refund that took effect has a claim on its collection, and each claim has such a refund.',
    ended_refund_came_back: 'A refund that is written down as ended failed, or came back after a review.',
    client_reference_has_its_transaction:
      'A client reference leads to the transactions that have it, and to no others.',
    payer_claim_has_its_collection: 'The latest collection of a payer is a collection from that payer.',
    key_budget_is_its_payments:
      'What is used of the budget of an API key is the sum of the payments that counted in its day and month.',
    batch_is_whole:
      'A batch has all of its payments, each once, completed in one moment, and the first of them is the one that it is named by.',
    bulk_row_has_its_payment:
      'A row of a bulk payout that was sent has its payment, with its phone, amount, fee and description.',
    bulk_payout_is_its_rows: 'The number of rows, the amount and the fees of a bulk payout are those of its rows.',
  },
  Events: {
    event_has_its_transaction: 'Each event belongs to a transaction that exists.',
    events_have_no_gap: 'The events of a wallet are numbered from 1 without a gap, up to the number on the wallet.',
    events_tell_their_transaction:
      'A transaction has the events of its type and status, in their order, and counts them.',
    snapshot_shows_its_transaction:
      'An event shows the money, parties, texts and times of its transaction, and the status and balance of its moment.',
    event_is_of_its_moment:
      'The first event has the time of creation of its transaction, the last one the time of its end, and all name its API key.',
  },
  Operators: {
    operator_float_is_its_payments:
      'A completed transaction moved its amount from or to the float of its operator account.',
    external_transaction_has_its_reference: 'The reference that an operator knows leads back to its transaction.',
    operator_reference_has_its_transaction: 'Each stored reference belongs to the transaction that carries it.',
    operator_receipt_has_its_transaction:
      'Each stored receipt belongs to the one transaction that carries it, or that it was reported for.',
    receipt_pays_for_one_transaction:
      'The receipt of a transaction is stored for this transaction, and for no other at the same operator.',
    submission_is_of_its_transaction:
      'A submission has the wallet, mode, operator, account, reference and direction of its transaction.',
    operator_call_is_of_its_transaction:
      'A logged call of an operator belongs to a transaction of that operator and, as far as its body shows, of that phone.',
    operator_word_is_of_its_transaction: 'An unknown code of an operator belongs to a transaction that exists.',
    provider_is_its_operator: 'The operator of a transaction is that of its operator account, which has its mode.',
    operator_accounts_are_complete:
      'Each operator account has its floats and suspense, and each system account its usual side.',
  },
  Reviews: {
    suspense_has_its_case: 'Each booking through suspense has its review case.',
    suspense_is_its_open_cases: 'Suspense holds what the open cases booked, and nothing else.',
    suspense_claim_has_its_transaction:
      'Each contradicting report belongs to a transaction that exists, and has its review case.',
    review_case_is_of_its_transaction: 'A review case has the wallet, mode and operator account of its transaction.',
    resolved_case_has_its_act:
      'A resolved review case has two people, their entry in the audit log, and the booking that it names.',
  },
  'Bookings and approvals': {
    live_booking_has_two_people:
      'A booking of live money has a maker and another person who approved it, since live mode was enabled.',
    booking_has_its_slip:
      'A top-up, correction or float booking of live money has the reference of its slip, which books nothing else.',
    booking_has_its_act:
      'A booking of live money has its entry in the audit log, or an approval that is being carried out.',
    slip_has_its_booking: 'Each stored reference of a slip belongs to the booking that names it.',
    approval_is_of_its_payment:
      'A waiting approval has the wallet of its payment, and the maker that the payment was made by.',
    adjustment_is_as_approved:
      'A decision on a top-up or correction was made on the proposal as it stands, by another person for live money, and has its entry in the audit log.',
    booked_adjustment_is_as_proposed:
      'A booked proposal has the wallet, amount, slip, reason and people of its transaction.',
    change_is_as_approved:
      'A decision on a change was made on the proposal as it stands, by another person, and has its entry in the audit log.',
    proposal_has_its_act: 'Each proposal has its entry in the audit log, with the same person and content.',
    bulk_payout_has_its_acts: 'A bulk payout has the entries of who made and approved it in the audit log.',
  },
  'Idempotency-Keys': {
    key_has_its_transaction: 'An Idempotency-Key belongs to a transaction of its wallet, and no other key does.',
    response_is_of_its_transaction: 'A stored response names the transaction and the reference of its key.',
  },
  'Settings and parties': {
    wallet_limits_are_as_set:
      'Limits, approval threshold and switches of a wallet are those of the last act that set them.',
    signing_keys_are_as_set: 'The signing keys of an API key are those of the last act that set them.',
    key_budget_is_as_set: 'The limits of the budget of an API key are those of the last act that set them.',
    fees_are_as_set: 'Each fee schedule has the entry of who set it in the audit log, and is as that says.',
    client_is_as_created:
      'Name and phone of a client are those of the act that created it, and its wallets carry them.',
    phone_leads_to_its_wallet: 'A phone leads to the wallet that carries it, and a wallet is reached by its phone.',
    withdrawal_numbers_are_as_set: 'The registered numbers of a wallet are those of the last act that set them.',
    api_key_is_as_created:
      'An API key has the wallet, mode, permissions and creator of the act that created or rolled it.',
    role_is_as_granted: "What a person may do is what the last act on the person's roles says.",
  },
  'Moved history': {
    moved_partitions_are_sealed:
      'What each partition moved to the history store is as its entry in the audit log has it, and all before the boundary has moved.',
    moved_runs_are_their_records:
      'What is kept of the moved entries and events of a wallet is what the history store has of them.',
    moved_transfers_add_up: 'What has moved adds up to 0 in each mode, of wallets and system accounts together.',
  },
  Totals: {
    trial_balance_is_zero: 'All accounts of a mode add up to 0.',
    clearing_is_zero: 'The clearing account is 0 between two database transactions.',
    in_transit_is_held: 'What is in transit is what the wallets hold.',
    system_account_is_its_transfers: 'The balance of a system account is the sum of its transfers.',
    rules_begin_where_they_did:
      'Rules about facts that earlier versions did not write begin where the audit log says, or at 0.',
    records_cannot_be_changed: 'The role of the service can change no record that must stay as it is.',
  },
} as const satisfies Record<string, Record<string, string>>;

type RulesOf<Subjects> =
  Subjects extends Record<string, infer Rules> ? (Rules extends unknown ? keyof Rules : never) : never;

/** The name of a rule of the books. */
export type AuditRule = RulesOf<typeof rulesBySubject>;
