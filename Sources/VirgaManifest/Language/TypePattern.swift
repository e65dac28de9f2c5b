/// The spelling of types as regular expressions, for schemas: they do not know a manifest's names.
///
/// Rule: VirgaManifest/WritingTypes.
package enum TypePattern {
  /// Types to suggest.
  package static let suggestions = [
    "Boolean", "Int", "Double", "String", "Text", "Image", "BundleText", "BundleImage", "Drawable",
    "Option<String>", "List<String>", "Map<String, String>",
  ]

  /// Matches types nested at most five levels deep.
  package static let type = "^\(nested(in: 5))$"

  /// Matches a type with a name that cannot be one: `List` without `<…>`, or `Bool`, as other
  /// languages call a built-in type.
  package static let wrongTypeName = "(^|[<,])\\s*(\(mistaken.joined(separator: "|")))\\s*([>,?]|$)"

  private static let mistaken =
    ["Option", "List", "Map", "Enum", "Object"] + ["Bool", "Integer", "Float", "Number", "Array"]
    + ["bool", "boolean", "int", "integer", "float", "double", "string", "text", "image"]

  /// The regular expression for a type with at most `levels` generics inside each other, such as 1
  /// for `List<Int>`.
  ///
  /// The levels are limited because a regular expression cannot contain itself. A `?` after a type
  /// makes it an option, and spaces are allowed between all parts.
  private static func nested(in levels: Int) -> String {
    // Blanks, then anything without the marks `<`, `>`, `,` and `?`.
    let name = "\\s*[^<>,?\\s][^<>,?]*"
    guard levels > 0 else { return "\(name)\\??\\s*" }
    let inner = nested(in: levels - 1)
    // `List<Int>`, or `Map<String, Int>`.
    let generic = "\\s*((Option|List)\\s*<|Map\\s*<\(name),)\(inner)>"
    // `Enum<Side>`, or `Object<Sign>`: they hold a name, not a type.
    let named = "\\s*(Enum|Object)\\s*<\(name)>"
    return "(\(generic)|\(named)|\(name))\\s*\\??\\s*"
  }
}
