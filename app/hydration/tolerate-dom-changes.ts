/**
 * Lets React go on after a browser extension or translator has wrapped, moved or removed its elements. Otherwise React
 * throws, and an error page replaces the form and what was typed (react/react#11538).
 * Test: e2e/scripts/extensions.spec.ts.
 */
export function tolerateDomChanges(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = <T extends Node>(child: T): T =>
    child.parentNode ? (removeChild.call(child.parentNode, child) as T) : child;
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    // Before the wrapper, if it was wrapped; last, if it is gone.
    let reference = before;
    while (reference && reference.parentNode !== this) reference = reference.parentNode;
    return insertBefore.call(this, node, reference) as T;
  };
}
