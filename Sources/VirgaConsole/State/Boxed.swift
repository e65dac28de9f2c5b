/// A large part of a structure, behind one reference: copying the structure copies no more than that.
///
/// The console's state has hundreds of properties in its parts. Without boxes the compiler moves all of them through the
/// stack wherever it takes the state in hand, which takes longer than what a key does. An array of one element is
/// the box: it is changed in place, copied when it is shared, and may be sent.
@propertyWrapper
package struct Boxed<Value> {
  private var only: ContiguousArray<Value>

  /// A box that holds a value.
  package init(wrappedValue: Value) { only = [wrappedValue] }

  /// What is in the box.
  package var wrappedValue: Value {
    @inline(__always) _read { yield only[0] }
    @inline(__always) _modify { yield &only[0] }
  }
}

extension Boxed: Sendable where Value: Sendable {}
