/// A part of the state that a screen lends to what all screens share, such as the cursor of a list.
///
/// A key path would name the part once, but on its way it copies each box whole.
struct StatePart<Value> {
  fileprivate let read: (State) -> Value
  fileprivate let write: (inout State, Value) -> Void

  init(_ read: @escaping (State) -> Value, _ write: @escaping (inout State, Value) -> Void) {
    self.read = read
    self.write = write
  }
}

extension State {
  subscript<Value>(part: StatePart<Value>) -> Value {
    get { part.read(self) }
    set { part.write(&self, newValue) }
  }
}
