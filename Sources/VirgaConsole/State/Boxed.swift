/// A box for a large part of a structure, copied as a reference.
///
/// The console's state has hundreds of stored properties. Without boxes, every access copies them on the stack, which
/// costs more than handling a key. The box is an array of one element: changed in place, copied when shared, and
/// sendable.
@propertyWrapper
package struct Boxed<Value> {
  private var only: ContiguousArray<Value>

  /// Puts a value into a box.
  package init(wrappedValue: Value) { only = [wrappedValue] }

  /// The value in the box.
  package var wrappedValue: Value {
    @inline(__always) _read { yield only[0] }
    @inline(__always) _modify { yield &only[0] }
  }
}

extension Boxed: Sendable where Value: Sendable {}
