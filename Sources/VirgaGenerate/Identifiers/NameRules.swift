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
  /// Types, members and values of enums that generated code has itself.
  let taken: (types: Set<String>, members: Set<String>, variants: Set<String>)

  /// The rules of Swift for code whose door is the class `className`.
  static func swift(className: String) -> NameRules {
    NameRules(
      language: "Swift", type: SwiftName.type, member: SwiftName.member, variant: SwiftName.member,
      reservedMembers: SwiftName.reserved, reservedVariants: SwiftName.reserved,
      taken: (
        SwiftName.usedTypes.union([className, "\(className)Features"]), SwiftName.usedMembers,
        ["enumValue", "allCases", "rawValue"]
      ))
  }

  /// The rules of Kotlin for code whose door is the object `className`.
  static func kotlin(className: String) -> NameRules {
    NameRules(
      language: "Kotlin", type: KotlinName.type, member: KotlinName.member, variant: KotlinName.constant,
      reservedMembers: KotlinName.reserved, reservedVariants: [],
      taken: (KotlinName.usedTypes.union([className]), KotlinName.usedMembers, []))
  }
}
