import VirgaManifest

/// The Swift enum of an enum of the manifest.
struct SwiftEnum {
  let definition: EnumDefinition
  let words: SwiftWords

  func write(to writer: inout CodeWriter) {
    let name = SwiftName.type(definition.name)
    writer.swiftComment(definition.description)
    writeHead(name, to: &writer)
    writer.indented { body in
      for variant in definition.variants {
        body.swiftComment(variant.description)
        body.code(SwiftName.rawCase(variant.name))
      }
      body.line()
      body.swiftComment("The case of a variant's name; nil for any other name.")
      body.function("public static func enumValue(_ name: String?)", giving: "Self?") {
        $0.line("name.flatMap(Self.init(rawValue:))")
      }
    }
    writer.line("}")
  }

  /// The head of the declaration; if it does not fit into a line, the protocols continue in the next.
  private func writeHead(_ name: String, to writer: inout CodeWriter) {
    let protocols = words.enumProtocols
    let whole = "public enum \(name): \(protocols) {"
    guard whole.count > 100 else { return writer.line(whole) }
    var line = "public enum \(name):"
    for word in protocols.split(separator: " ") {
      if line.count + 1 + word.count > 100 {
        writer.line(line)
        line = " "
      }
      line += " \(word)"
    }
    writer.line(line)
    writer.line("{")
  }
}
