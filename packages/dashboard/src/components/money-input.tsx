import { moneyText } from './money-text.ts';
import { WholeNumberInput, type WholeNumberInputProps } from './whole-number-input.tsx';

/** A field for whole shillings; its value is that of a WholeNumberInput. */
export function MoneyInput(props: WholeNumberInputProps) {
  return <WholeNumberInput placeholder="UGX 0" textOf={moneyText} {...props} />;
}
