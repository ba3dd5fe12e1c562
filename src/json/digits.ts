/**
 * True for a JSON number such as 2.9999999999999999999, which is no integer as it is written and becomes one
 * when it is read, because a double keeps about 16 digits. Of one without fraction and exponent that is never
 * so; linear in the length of the literal.
 */
export function isRoundedToInteger(literal: string): boolean {
  if (!/[.eE]/.test(literal) || !Number.isInteger(Number(literal))) return false;
  const [mantissa = '', exponent = '0'] = literal.split(/[eE]/);
  let last = mantissa.length - 1;
  while (last >= 0 && !isNonZeroDigit(mantissa[last])) last -= 1;
  return last >= 0 && powerAt(mantissa, last) + Number(exponent) < 0;
}

function isNonZeroDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '1' && character <= '9';
}

/** The power of ten that the digit at an index of a decimal number counts: -2 for the 5 in "1.05". */
function powerAt(decimal: string, index: number): number {
  const point = decimal.includes('.') ? decimal.indexOf('.') : decimal.length;
  return index < point ? point - index - 1 : point - index;
}
