/// An observer that can be removed again; releasing the token does not remove it.
public struct ObserverToken: Sendable {
  private let remove: @Sendable () -> Void

  /// A token that calls `remove` when it is cancelled.
  package init(_ remove: @escaping @Sendable () -> Void) { self.remove = remove }

  /// Removes the observer; calling it again does nothing.
  public func cancel() { remove() }
}
