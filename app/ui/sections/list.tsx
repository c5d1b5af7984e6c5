/** A list of texts. */
export const List = ({ items, className }: { items: readonly string[]; className?: string }) => (
  <ul className={className}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
