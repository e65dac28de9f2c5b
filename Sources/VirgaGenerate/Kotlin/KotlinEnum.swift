import VirgaManifest

/// The Kotlin enum of an enum of the manifest.
struct KotlinEnum {
  let definition: EnumDefinition

  func write(to writer: inout CodeWriter) {
    let name = KotlinName.type(definition.name)
    writer.kotlinComment(definition.description)
    writer.block("enum class \(name)") { body in
      for (place, variant) in definition.variants.enumerated() {
        body.kotlinComment(variant.description)
        let isLast = place + 1 == definition.variants.count
        body.line(KotlinName.constant(variant.name) + (isLast ? ";" : ","))
      }
      body.line()
      body.block("fun toJSONString(): String = when (this)") { inner in
        for variant in definition.variants {
          inner.line("\(KotlinName.constant(variant.name)) -> \(KotlinLiteral.string(variant.name))")
        }
      }
      body.line()
      body.block("companion object") { inner in
        inner.line("private val variants by lazy {")
        inner.indented { lines in
          let pairs: [CodeText] = definition.variants.map {
            .text("\(KotlinLiteral.string($0.name)) to \(KotlinName.constant($0.name))")
          }
          lines.code(.list(open: "mapOf(", pairs, close: ")", hasTrailingComma: false))
        }
        inner.line("}")
        inner.line()
        inner.line("fun enumValue(string: String): \(name)? = variants[string]")
      }
    }
  }
}
