/**
 * Computes a value once for each key and caches it, for values that every attempt needs. When the cache is full it is
 * emptied.
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
