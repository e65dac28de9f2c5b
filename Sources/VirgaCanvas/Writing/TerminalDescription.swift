/// What is known of a type of terminal: its capabilities by their names in terminfo.
package struct TerminalDescription {
  /// A string without pauses; nil where the type has none of this name.
  package var string: (_ name: String) -> String?
  /// Whether the type has a flag.
  package var flag: (_ name: String) -> Bool
  /// A number; less than zero where the type has none of this name.
  package var number: (_ name: String) -> Int
  /// A string with numbers in the places that it has for them, in bytes; empty where it has other places.
  package var filled: (_ string: String, _ first: Int, _ second: Int) -> [UInt8]

  /// A type that is known by how its capabilities are found.
  package init(
    string: @escaping (String) -> String?, flag: @escaping (String) -> Bool, number: @escaping (String) -> Int,
    filled: @escaping (String, Int, Int) -> [UInt8]
  ) {
    (self.string, self.flag, self.number, self.filled) = (string, flag, number, filled)
  }
}
