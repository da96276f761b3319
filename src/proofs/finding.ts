/** A rule of the proofs. */
export type ProofRule =
  /** Each round continues the one before, is signed, and its key was introduced by one before it. */
  | 'proof_chain_is_whole'
  /** The stored leaves of a round are those of its tree. */
  | 'proof_tree_is_its_leaves'
  /** Each row is as it was proven. */
  | 'proof_leaf_is_its_row'
  /** Each row that was proven is there. */
  | 'proof_rows_not_missing'
  /** Each row is proven, or noted as work. */
  | 'proof_covers_every_row'
  /** The rounds that were published are in the database. */
  | 'published_rounds_are_kept'
  /** Each fork was decided, and the audit log has the decision. */
  | 'fork_was_decided';

export interface ProofFinding {
  readonly rule: ProofRule;
  /** One sentence with the ids. */
  readonly detail: string;
}
