/// What a file is that a command may read, as far as its name and its beginning tell.
package enum FileKind: String, Sendable {
  case manifest, recipes, flags, session
  /// None of them.
  case other

  /// Recognizes a file by its name and its first bytes.
  package init(_ name: String, beginning: some Collection<UInt8>) {
    let start = String(decoding: beginning, as: UTF8.self)
    let first = start.prefix { $0 != ":" }
    self =
      if [".fml.yaml", ".fml.yml"].contains(where: name.lowercased().hasSuffix) {
        .manifest
      } else if first.contains("virga-session") {
        .session
      } else if ["slug", "bucketConfig", "userFacingName"].contains(where: start.contains) {
        .recipes
      } else if ["features", "flags"].contains(where: first.contains) || start.contains("\"biases\"") {
        .flags
      } else {
        .other
      }
  }

  var title: String {
    switch self {
    case .manifest: "a manifest"
    case .recipes: "recipes"
    case .flags: "flags"
    case .session: "a session"
    case .other: "a file"
    }
  }
}
