/**
 * Makes a value once for each key and remembers it, for what is asked again with every attempt. When too many are
 * remembered all are forgotten: the next attempts make theirs again.
 */
export function remember<Value>(valuesMax: number, make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (values.size >= valuesMax) values.clear();
    values.set(key, made);
    return made;
  };
}
