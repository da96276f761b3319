import { NumberInput, type NumberInputProps } from '@mantine/core';

/** A field for whole shillings. Its value is a number, or '' while it is empty. */
export function MoneyInput(props: NumberInputProps) {
  return (
    <NumberInput
      thousandSeparator=","
      prefix="UGX "
      allowDecimal={false}
      allowNegative={false}
      hideControls
      inputMode="numeric"
      placeholder="UGX 0"
      {...props}
    />
  );
}
