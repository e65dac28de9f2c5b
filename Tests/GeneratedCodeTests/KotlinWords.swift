/// Words that Kotlin, the SDK for Android or generated code use, to test as names.
enum KotlinWords {
  static let all: [String] = {
    var seen: Set<String> = []
    return (hard + soft + modifiers + library + sdk + generated + others).filter {
      seen.insert($0.lowercased().filter { $0.isLetter || $0.isNumber }).inserted
    }
  }()

  private static let hard = words(
    """
    as break class continue do else false for fun if in interface is null object package return super this throw true
    try typealias typeof val var when while
    """)

  private static let soft = words(
    """
    by catch constructor delegate dynamic field file finally get import init it param property receiver set setparam
    value where
    """)

  private static let modifiers = words(
    """
    abstract actual annotation companion const crossinline data enum expect external final infix inline inner internal
    lateinit noinline open operator out override private protected public reified sealed suspend tailrec vararg
    """)

  private static let library = words(
    """
    all android any Any apply asSequence associate Boolean Class clone Comparable component1 contains copy Deprecated
    Double entries Enum equals Exception filterNotNull finalize forEach getClass hashCode Int invoke isEmpty Iterable
    java javaClass JvmName kotlin Lazy lazy let List listOf Map map mapKeys mapNotNull mapOf mapValues mozilla name
    Nothing notify Number Object opt ordinal org Pair run String Suppress Throwable to toDouble toString Unit until
    valueOf values wait with
    """)

  private static let sdk = words(
    """
    addUpdateCallback AvailableExperiment Branch cachedValue Context context Drawable EnrolledExperiment
    ExperimentBranch FeatureHolder FeatureManifestInterface FeaturesInterface FMLFeatureInterface FMLObjectInterface
    GeckoPref getBool getDrawable getInt getString getText getVariables HardcodedNimbusFeatures internal JSONArray
    JSONObject JSONVariables instance isUnderTest mapEntriesNotNull mapKeysNotNull mapValuesNotNull mergeWith nimbus
    NullVariables PrefBranch recordExposure Res resource resourceId resourceName SharedPreferences StringHolder
    Variables withCachedValue withInitializer withSdk
    """)

  private static let generated = words(
    """
    api create Defaults element enumValue featureId Features geckoPrefsMap getCoenrollingFeatureIds getDouble getFeature
    getSdk initialize initializeImports invalidateCachedValues isModified json prefs R readList readMap toJSONObject
    toJSONString variants WordsNimbus drawable string defaults _variables
    """)

  /// Names with characters that no Kotlin keyword has.
  private static let others = ["10", "½ cup", "日本", "été", "𝒳-axis"]

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}
