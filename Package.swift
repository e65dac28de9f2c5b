// swift-tools-version: 6.2

import PackageDescription

/// What every Swift target is held to.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

/// What apps that use Mozilla's SDK are compiled with: its generated code has plain imports, and `any` is optional there.
let mozilla: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// A room of the house: a library target under `Sources/`.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A door to a C library: the only target that includes its header; on a Mac the library may have another name.
func door(_ name: String, links libraries: [String], onMac: [String]? = nil) -> Target {
  let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]
  guard let onMac else {
    return .target(name: name, cSettings: cSettings, linkerSettings: libraries.map { .linkedLibrary($0) })
  }
  return .target(
    name: name, cSettings: cSettings,
    linkerSettings: libraries.map { .linkedLibrary($0, .when(platforms: [.linux])) }
      + onMac.map { .linkedLibrary($0, .when(platforms: [.macOS])) })
}

/// The tests of one room, in the folder that mirrors it.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.init(stringLiteral: name), "VirgaTestSupport"] + dependencies,
    exclude: exclude,
    resources: resources,
    swiftSettings: strict
  )
}

let collections: Target.Dependency = .product(name: "OrderedCollections", package: "swift-collections")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "virga",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "virga", targets: ["virga"]),
    // With the modules whose types its interface shows, so that an app may import them.
    .library(
      name: "VirgaSDK",
      targets: [
        "VirgaSDK", "VirgaSource", "VirgaJSON", "VirgaResources", "VirgaTargeting", "VirgaExperiments", "VirgaFlags",
        "VirgaSession",
      ]),
    .library(name: "VirgaBundle", targets: ["VirgaBundle"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    room("VirgaSource", [crypto]),
    room("VirgaJSON", ["VirgaSource", collections]),
    door("CVirgaYAML", links: ["yaml"]),
    room("VirgaManifest", ["VirgaSource", "VirgaJSON", "CVirgaYAML"]),
    room("VirgaGenerate", ["VirgaSource", "VirgaJSON", "VirgaManifest", crypto]),
    room("VirgaTargeting", ["VirgaSource", "VirgaJSON"]),
    room("VirgaExperiments", ["VirgaSource", "VirgaJSON", "VirgaTargeting", crypto]),
    room("VirgaFlags", ["VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaTargeting"]),
    door("CVirgaSQLite", links: ["sqlite3", "m"]),
    room(
      "VirgaSession",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaTargeting", "VirgaExperiments", "VirgaFlags", "CVirgaSQLite",
      ]),
    room("VirgaResources", ["VirgaSource", "VirgaJSON"]),
    room(
      "VirgaSDK",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaResources", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession",
      ]),
    room("VirgaBundle", ["VirgaJSON", "VirgaSDK"]),
    room("VirgaCanvas"),
    room(
      "VirgaConsole",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaGenerate", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession", "VirgaCanvas",
      ]),
    door("CVirgaCurses", links: ["tinfo"], onMac: ["ncurses"]),
    room("VirgaTerminal", ["VirgaSource", "VirgaCanvas", "CVirgaCurses"]),
    room(
      "VirgaCLI",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaGenerate", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession", "VirgaResources", "VirgaSDK", "VirgaCanvas", "VirgaConsole", "VirgaTerminal",
        arguments,
      ]),
    .executableTarget(name: "virga", dependencies: ["VirgaCLI"], swiftSettings: strict),
    .executableTarget(
      name: "virga-benchmarks",
      dependencies: [
        "virga", "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaGenerate", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession", "VirgaCanvas", "VirgaConsole", "VirgaCLI", "CVirgaSQLite", crypto,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "virga-example-app",
      dependencies: [
        "VirgaSDK", "VirgaSource", "VirgaJSON", "VirgaExperiments", "VirgaSession", "VirgaCanvas", "VirgaTerminal",
        "Cirrus",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "virga-fuzz",
      dependencies: [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaGenerate", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaResources", "VirgaSession", "VirgaConsole",
      ],
      swiftSettings: strict),

    .target(
      name: "VirgaTestSupport", dependencies: ["VirgaSource", "VirgaJSON", "VirgaSDK"], path: "Tests/VirgaTestSupport",
      swiftSettings: strict),
    tests("VirgaSource"),
    tests("VirgaJSON", ["VirgaSource"]),
    tests("VirgaManifest", ["VirgaSource", "VirgaJSON"], resources: [.copy("Vectors")]),
    .target(
      name: "CirrusMessaging", dependencies: ["VirgaSDK"], path: "Tests/GeneratedCode/CirrusMessaging",
      swiftSettings: strict),
    .target(
      name: "Cirrus", dependencies: ["VirgaSDK", "CirrusMessaging"], path: "Tests/GeneratedCode/Cirrus",
      swiftSettings: strict),
    .target(name: "Samples", dependencies: ["VirgaSDK"], path: "Tests/GeneratedCode/Samples", swiftSettings: strict),
    .target(
      name: "MozillaAppServices", path: "Tests/GeneratedCode/MozillaAppServices",
      swiftSettings: mozilla),
    .target(
      name: "MozillaCirrusMessaging", dependencies: ["MozillaAppServices"],
      path: "Tests/GeneratedCode/Mozilla/CirrusMessaging", swiftSettings: mozilla),
    .target(
      name: "MozillaCirrus", dependencies: ["MozillaAppServices", "MozillaCirrusMessaging"],
      path: "Tests/GeneratedCode/Mozilla/Cirrus", swiftSettings: mozilla),
    .target(
      name: "MozillaSamples", dependencies: ["MozillaAppServices"], path: "Tests/GeneratedCode/Mozilla/Samples",
      swiftSettings: mozilla),
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: [
        "Cirrus", "CirrusMessaging", "Samples", "MozillaAppServices", "MozillaCirrus", "MozillaCirrusMessaging",
        "MozillaSamples", "VirgaSDK", "VirgaManifest", "VirgaGenerate", "VirgaJSON",
        "VirgaSource", "VirgaTestSupport",
      ],
      swiftSettings: strict),
    tests("VirgaGenerate", ["VirgaSource", "VirgaJSON", "VirgaManifest"], resources: [.copy("Vectors")]),
    tests("VirgaTargeting", ["VirgaSource", "VirgaJSON"], resources: [.copy("Vectors")]),
    tests("VirgaExperiments", ["VirgaSource", "VirgaJSON", "VirgaTargeting"], resources: [.copy("Vectors")]),
    tests(
      "VirgaFlags", ["VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaTargeting"], resources: [.copy("Vectors")]),
    .executableTarget(
      name: "VirgaSessionProbe", dependencies: ["VirgaJSON", "VirgaTargeting", "VirgaSession"],
      path: "Tests/VirgaSessionProbe", swiftSettings: strict),
    tests(
      "VirgaSession",
      [
        "VirgaSessionProbe", "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags",
      ]),
    tests("VirgaResources", ["VirgaSource"]),
    tests(
      "VirgaSDK",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaResources", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession",
      ],
      resources: [.copy("Vectors")]),
    tests("VirgaBundle", ["VirgaJSON", "VirgaSDK"], resources: [.copy("Example")]),
    tests("VirgaCanvas"),
    tests(
      "VirgaConsole",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaTargeting", "VirgaExperiments", "VirgaFlags", "VirgaSession",
        "VirgaCanvas",
      ], exclude: ["Frames/Golden", "Steps/Books"]),
    .executableTarget(
      name: "VirgaTerminalProbe", dependencies: ["VirgaSource", "VirgaTerminal", "VirgaCanvas"],
      path: "Tests/VirgaTerminalProbe",
      swiftSettings: strict),
    tests("VirgaTerminal", ["VirgaCanvas", "CVirgaCurses", "VirgaTerminalProbe"]),
    tests(
      "VirgaCLI",
      [
        "VirgaSource", "VirgaJSON", "VirgaManifest", "VirgaFlags", "VirgaSession", "VirgaConsole", "VirgaCanvas",
        "VirgaSessionProbe", "virga",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "VirgaTestSupport", "VirgaConsole", "VirgaExperiments", "VirgaJSON", "VirgaSession", "VirgaTargeting", "virga",
        "virga-example-app",
      ], swiftSettings: strict),
  ]
)
