import VirgaManifest

/// How a language spells the names of a manifest, and which it keeps for itself.
struct NameRules: Sendable {
  /// The language, as people call it.
  let language: String
  let type: @Sendable (String) -> String
  let member: @Sendable (String) -> String
  let variant: @Sendable (String) -> String
  /// Words that cannot be a member without back-ticks.
  let reservedMembers: Set<String>
  /// Words that cannot be a value of an enum without back-ticks.
  let reservedVariants: Set<String>
  /// Whether a member hides the types of the same name in its class.
  let membersHideTypes: Bool
  /// The names that `about` gives the code, each with its key there and whether it may have several parts, with points
  /// between.
  let given: @Sendable (About) -> [(key: String, name: String, hasParts: Bool)]
  /// Types and values of enums that generated code has itself, and members that a class with these variables has.
  let taken: (types: Set<String>, members: @Sendable ([Variable]) -> Set<String>, variants: Set<String>)

  /// The rules of Swift for code whose class is `className`, which uses the classes of imported manifests.
  static func swift(
    className: String, otherClasses: [String] = [], words: SwiftWords = .virga
  ) -> NameRules {
    NameRules(
      language: "Swift", type: SwiftName.type, member: SwiftName.member, variant: SwiftName.member,
      reservedMembers: SwiftName.reserved, reservedVariants: SwiftName.reserved, membersHideTypes: true,
      given: { about in
        guard let names = about.swift else { return [] }
        return [("swift.module", names.module, true), ("swift.class", names.className, false)]
      },
      taken: (
        words.types.union(otherClasses + [className, "\(className)Features"]),
        { variables in variables.contains { SwiftClass.preference(of: $0) != nil } ? ["isModified"] : [] },
        ["enumValue", "allCases", "rawValue"]
      ))
  }

  /// The rules of Kotlin for code that has the objects `classNames`: that of the manifest, and those that it imports.
  static func kotlin(classNames: [String]) -> NameRules {
    NameRules(
      language: "Kotlin", type: KotlinName.type, member: KotlinName.member, variant: KotlinName.constant,
      reservedMembers: KotlinName.reserved, reservedVariants: [], membersHideTypes: false,
      given: { about in
        guard let names = about.kotlin else { return [] }
        let isBelow = names.className.utf8.first == UInt8(ascii: ".")
        return [
          ("kotlin.package", names.package, true),
          ("kotlin.class", isBelow ? String(names.className.dropFirst()) : names.className, true),
        ]
      },
      taken: (KotlinName.usedTypes.union(classNames), { _ in [] }, []))
  }
}
