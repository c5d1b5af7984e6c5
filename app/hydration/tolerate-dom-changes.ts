/**
 * Lets React work on a page that something else has changed: an extension or a translator that wraps, moves or removes
 * what React made. Otherwise React throws, and an error page replaces the form and what was typed.
 */
export function forgiveChanges(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = <T extends Node>(child: T): T =>
    child.parentNode ? (removeChild.call(child.parentNode, child) as T) : child;
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    // Before the wrapper of what is wrapped; last where it is gone.
    let place = before;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };
}
