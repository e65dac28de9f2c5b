import CVirgaEmbedded

/// An article that the program carries.
package struct Article: Sendable {
  /// What `virga help` calls it: `keys`, or `VirgaFlags/Keys` for an article of another room.
  package let topic: String
  /// The room whose catalog has it; `virga` for those about the program.
  package let room: String
  /// The name of its file without its ending.
  package let name: String
  /// Its Markdown.
  package let bytes: [UInt8]
}

/// The articles about the program, and those of other rooms to which they lead.
package enum Articles {
  package static let all: [Article] = EmbeddedFile.files(virga_embedded_articles).map { file in
    let parts = file.name.split(separator: "/").map(String.init)
    return Article(
      topic: topics[file.name] ?? file.name, room: parts[0], name: parts[1], bytes: file.bytes)
  }

  /// The topic of the article that a link names; nil for a link to anything else.
  ///
  /// - Parameters:
  ///   - address: `Keys.md`, or `../../VirgaFlags/VirgaFlags.docc/Keys.md` in another room.
  ///   - room: The room whose article has the link.
  package static func topic(at address: String, from room: String) -> String? {
    guard address.hasSuffix(".md") else { return nil }
    let parts = address.dropLast(".md".count).split(separator: "/").filter { $0 != ".." }
    guard let name = parts.last else { return nil }
    let linkedRoom = parts.count > 1 ? String(parts[0]) : room
    return all.first { $0.room == linkedRoom && $0.name == String(name) }?.topic
  }

  private static let topics = [
    "virga/TheConsole": "console",
    "virga/Keys": "keys",
    "virga/Configuration": "configuration",
    "virga/Scripts": "scripts",
    "virga/Commands": "commands",
    "virga/ProblemCodes": "problems",
    "virga/Sessions": "sessions",
    "virga/FlagsAndTests": "flags-and-tests",
    "virga/OnADevice": "devices",
    "virga/Editors": "editors",
    "virga/ReviewingAChange": "reviews",
    "virga/ComingFromNimbusCLI": "coming-from-nimbus",
    "virga/Glossary": "glossary",
  ]
}
