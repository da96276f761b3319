/** An operator whose statements can be compared; requests name it by `key`. */
export interface StatementOperator {
  readonly key: string;
  readonly name: string;
}
