import VirgaManifest

/// The Swift enum of an enum of the manifest.
struct SwiftEnum {
  let definition: EnumDefinition

  func write(to writer: inout CodeWriter) {
    let name = SwiftName.type(definition.name)
    writer.swiftComment(definition.description)
    writer.line("public enum \(name): String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {")
    writer.indented { body in
      for variant in definition.variants {
        body.swiftComment(variant.description)
        body.line("case \(SwiftName.rawCase(variant.name))")
      }
      body.line()
      body.swiftComment("The case of a variant's name; nil for any other name.")
      body.block("public static func enumValue(_ name: String?) -> \(name)?") {
        $0.line("name.flatMap(\(name).init(rawValue:))")
      }
    }
    writer.line("}")
  }
}
