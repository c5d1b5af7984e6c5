/**
 * Patches `removeChild` and `insertBefore`, so that React continues after a browser extension or translator has wrapped, moved or
 * removed its elements. Otherwise it throws, and an error page replaces the form and its input (react/react#11538).
 * Test: e2e/scripts/extensions.spec.ts.
 */
export function tolerateDomChanges(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = <T extends Node>(child: T): T =>
    child.parentNode ? (removeChild.call(child.parentNode, child) as T) : child;
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    // If the reference node was wrapped, insert before the wrapper; if it is gone, append.
    let reference = before;
    while (reference && reference.parentNode !== this) reference = reference.parentNode;
    return insertBefore.call(this, node, reference) as T;
  };
}
